import { Tooltip } from "@base-ui/react/tooltip";
import { useRouter } from "@tanstack/react-router";
import { type ReactNode, Suspense, useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { useOnceAnswered } from "../../lib/api/once-answered.ts";
import { useUser } from "../../lib/api/session.ts";
import { useFocusOnNewScreen } from "../../lib/navigation/focus.ts";
import { fetchTextsAhead } from "../../lib/text/i18n.ts";
import { SeeAsStrip } from "../../parts/permissions/see-as-strip.tsx";
import { TerritoryUpdateStrip } from "../../parts/territory/territory-update-strip.tsx";
import { RoutePending } from "../../ui/route-states.tsx";
import { ConnectionStrip } from "./connection-strip.tsx";
import { DemoStrip } from "./demo-strip.tsx";
import { MenuDrawer } from "./menu-drawer.tsx";
import { Rail } from "./rail.tsx";
import { TopBar } from "./top-bar.tsx";

type Props = {
  children: ReactNode;
  /** Stands below every screen and takes its room from it, so that it covers nothing. */
  below?: ReactNode;
};

/** The frame of the admin area: rail, top bar, and the screen. */
export function AdminShell({ children, below }: Props) {
  // The texts of errors are here before one happens: then the server may not answer.
  const { t } = useTranslation(["app", "errors"]);
  const [drawer, setDrawer] = useState(false);
  const { userData } = useUser();
  const main = useFocusOnNewScreen();
  useLeaveWhenSignedOut(userData !== null);
  const isAnswered = useOnceAnswered();
  useEffect(() => {
    if (isAnswered) fetchTextsAhead();
  }, [isAnswered]);
  return (
    <Tooltip.Provider delay={400}>
      <a
        href="#screen"
        className="sr-only focus:not-sr-only focus:fixed focus:top-2 focus:inset-s-2 focus:z-60 focus:rounded-md focus:bg-accent focus:px-3 focus:py-2 focus:text-accent-ink"
      >
        {t("skip_to_content")}
      </a>
      <div className="flex h-dvh flex-col print:block print:h-auto">
        {userData?.demo && <DemoStrip />}
        <SeeAsStrip />
        <ConnectionStrip />
        {userData && <TerritoryUpdateStrip />}
        <div className="flex min-h-0 grow print:block">
          <Rail />
          <div className="flex min-h-0 min-w-0 grow flex-col print:block">
            <TopBar onMenu={() => setDrawer(true)} />
            <main
              ref={main}
              id="screen"
              tabIndex={-1}
              className="min-h-0 grow overflow-auto outline-none print:overflow-visible"
            >
              <Suspense fallback={<RoutePending />}>{children}</Suspense>
            </main>
            {below}
          </div>
        </div>
      </div>
      <MenuDrawer open={drawer} onClose={() => setDrawer(false)} />
    </Tooltip.Provider>
  );
}

/** A session that has ended, here or in another tab, leads to sign-in and back to this screen. */
function useLeaveWhenSignedOut(signedIn: boolean): void {
  const router = useRouter();
  useEffect(() => {
    if (signedIn) return;
    const { pathname, href } = router.state.location;
    if (pathname.startsWith("/admin"))
      void router.navigate({ to: "/auth", search: { redirect: href } });
  }, [signedIn, router]);
}
