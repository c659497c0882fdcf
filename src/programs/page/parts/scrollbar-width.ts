/** Keeps the room of the window's scrollbar, which goes while a dialog is open: what is behind does not move. */
export function keepScrollbarWidth(): void {
  const root = document.documentElement;
  root.style.setProperty("--scrollbar-width", `${innerWidth - root.clientWidth}px`);
}
