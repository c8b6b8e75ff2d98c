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
  // Asked for by `lib/navigation/files-ahead.ts` too, while somebody signs in.
  const filesOf = (path, language) => {
    const screen = screens[path.replace(/\/+$/, "")];
    const spoken = screen?.texts.map((bundle) => texts[`${language}/${bundle}`]) ?? [];
    return [...(screen?.files ?? []), ...spoken].filter(Boolean);
  };
  window.screenFiles = filesOf;
  const { pathname, search } = window.location;
  const token = localStorage.getItem("access_token");
  const language = localStorage.getItem("i18nextLng") || "ru";
  const files = filesOf(pathname, language);
  if (files.length === 0 || !token) return;
  for (const file of files) {
    const link = document.createElement("link");
    link.rel = "modulepreload";
    link.href = `/${file}`;
    document.head.append(link);
  }
  // As `lib/api/api.ts` would ask; `lib/api/early-answers.ts` hands the answers over. Which rows are wanted is what the
  // panel asked for when this address was opened last (`lib/api/first-calls.ts`).
  let calls = [];
  try {
    calls = JSON.parse(localStorage.getItem("first_calls"))[pathname + search] || [];
  } catch {}
  const headers = { "accept-language": language, authorization: `Bearer ${token}` };
  const answers = {};
  for (const path of ["/user-profile", ...calls]) {
    const stop = new AbortController();
    const answer = fetch(`/api${path}`, { headers, signal: stop.signal });
    answer.catch(() => undefined);
    answers[path] = { answer, stop };
  }
  window.early = { headers, answers };
})();
