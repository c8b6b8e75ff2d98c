// Runs before the first paint, and before any other script of the panel has come. A file rather than an inline
// script: the content security policy allows only 'self'. `chunks/early-script.ts` writes it into the page.

// A dark screen never flashes white.
(() => {
  const root = document.documentElement;
  const dark = window.matchMedia("(prefers-color-scheme: dark)");
  const apply = () => {
    let theme = "system";
    try {
      theme = localStorage.getItem("theme") || "system";
    } catch {}
    root.classList.toggle("dark", theme === "dark" || (theme === "system" && dark.matches));
    root.lang = (localStorage.getItem("i18nextLng") || "ru").slice(0, 2);
  };
  apply();
  dark.addEventListener("change", apply);
  window.addEventListener("storage", apply);
  window.addEventListener("nihol-theme", apply);
  // Paper is white: light letters would not be seen on it.
  window.addEventListener("beforeprint", () => root.classList.remove("dark"));
  window.addEventListener("afterprint", apply);
})();

// Who is signed in will need this screen's code, its texts and their profile: asked for by the panel itself each
// would wait for the one before it, and a slow line for all of them.
(() => {
  const { screens, texts } = __NEEDED__;
  const screen = screens[window.location.pathname.replace(/\/+$/, "")];
  const token = localStorage.getItem("access_token");
  if (!screen || !token) return;
  const language = localStorage.getItem("i18nextLng") || "ru";
  const spoken = screen.texts.map((bundle) => texts[`${language}/${bundle}`]);
  for (const file of [...screen.files, ...spoken]) {
    if (!file) continue;
    const link = document.createElement("link");
    link.rel = "modulepreload";
    link.href = `/${file}`;
    document.head.append(link);
  }
  // As `lib/api/api.ts` would ask; `lib/api/early-profile.ts` hands the answer over.
  const headers = { "accept-language": language, authorization: `Bearer ${token}` };
  const answer = fetch("/api/user-profile", { headers });
  answer.catch(() => undefined);
  window.earlyProfile = { headers, answer };
})();
