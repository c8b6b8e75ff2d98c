import {
  Building2,
  CalendarCheck,
  Contact,
  Images,
  Landmark,
  LayoutDashboard,
  type LucideIcon,
  Map as MapIcon,
  ScanSearch,
  Shield,
  Tags,
  Trees,
  Users,
} from "lucide-react";
import type { ScreenId } from "../../lib/screens.ts";

export const screenIcons: Record<ScreenId, LucideIcon> = {
  dashboard: LayoutDashboard,
  gardens: Trees,
  process: Images,
  dates_to_check: CalendarCheck,
  image_processing_ai: ScanSearch,
  regions: MapIcon,
  districts: Building2,
  ministry: Landmark,
  ministry_employees: Contact,
  organization_type: Tags,
  users: Users,
  roles: Shield,
};
