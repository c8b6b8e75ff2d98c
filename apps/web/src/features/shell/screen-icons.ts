import {
  Building2,
  Images,
  LayoutDashboard,
  type LucideIcon,
  Map as MapIcon,
  ScanSearch,
  Shield,
  Trees,
  Users,
} from "lucide-react";
import type { ScreenId } from "../../lib/screens.ts";

export const screenIcons: Record<ScreenId, LucideIcon> = {
  dashboard: LayoutDashboard,
  gardens: Trees,
  process: Images,
  image_processing_ai: ScanSearch,
  regions: MapIcon,
  districts: Building2,
  users: Users,
  roles: Shield,
};
