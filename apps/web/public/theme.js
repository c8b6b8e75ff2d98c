// Runs before the first paint, so that a dark screen never flashes white.
// A file rather than an inline script: the content security policy allows only 'self'.
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
