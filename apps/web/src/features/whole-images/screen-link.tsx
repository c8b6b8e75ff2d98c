import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { buttonClass } from "../../ui/button.tsx";

/** To the place where a new image is uploaded. */
export function ScreenLink({ children }: { children: ReactNode }) {
  return (
    <Link to="/admin/process" search={{ open: "new" }} className={buttonClass("primary")}>
      {children}
    </Link>
  );
}
