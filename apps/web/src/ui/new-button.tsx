import { Plus } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "./button.tsx";

type Props = { onClick: () => void; children: ReactNode };

/** The button above a list that begins a new record of it. */
export const NewButton = ({ onClick, children }: Props) => (
  <Button tone="primary" icon={<Plus className="size-4" />} onClick={onClick}>
    {children}
  </Button>
);
