import { Link } from "@tanstack/react-router";
import { ArrowLeft } from "lucide-react";
import { buttonClass } from "../../ui/button.tsx";

/** From a screen about one image back to the image. */
export const BackToImage = ({ image, label }: { image: string; label: string }) => (
  <Link
    to="/admin/image_processing_ai/$image"
    params={{ image }}
    className={buttonClass("plain", "sm")}
  >
    <ArrowLeft aria-hidden className="size-4" />
    {label}
  </Link>
);
