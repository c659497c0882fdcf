/** What people see of a page: its controls by role and accessible name. */
export type Role = "switch" | "button" | "link" | "heading" | "slider" | "radio" | "textbox" | "dialog";

const SELECTORS: Readonly<Record<Role, string>> = {
  switch: "[role=switch]",
  button: "button:not([role]), [role=button]",
  link: "a[href]",
  heading: "h1, h2, h3, [role=heading]",
  slider: "input[type=range], [role=slider]",
  radio: "input[type=radio]",
  textbox: "input:not([type]), input[type=text], input[type=search], textarea",
  dialog: "dialog[open], [role=dialog]",
};

const literal = (value: RegExp): string =>
  `new RegExp(${JSON.stringify(value.source)}, ${JSON.stringify(value.flags)})`;

/** An expression for the first visible element of a role whose name fits, all kinds of space alike; null if there is none. */
export const elementExpression = (role: Role, name: RegExp): string => `[
  ...document.querySelectorAll(${JSON.stringify(SELECTORS[role])})
].find((element) => {
  const labelledBy = document.getElementById(element.getAttribute("aria-labelledby") ?? "")?.textContent;
  const label = element.labels?.[0]?.textContent;
  const name = element.getAttribute("aria-label") ?? labelledBy ?? label ?? element.textContent ?? "";
  return element.checkVisibility({ visibilityProperty: true }) && ${literal(name)}.test(name.trim().replace(/\\s+/g, " "));
}) ?? null`;

/** An expression for the middle of an element once it is in sight, and for what covers it, if anything does. */
export const placeExpression = (element: string): string => `((element) => {
  if (!element) return null;
  element.scrollIntoView({ block: "center", behavior: "instant" });
  const { left, top, width, height } = element.getBoundingClientRect();
  const [x, y] = [left + width / 2, top + height / 2];
  const above = document.elementFromPoint(x, y);
  const isFree = above !== null && (element.contains(above) || above.closest("label")?.control === element);
  return { x, y, coveredBy: isFree ? "" : (above?.outerHTML.slice(0, 200) ?? "nothing") };
})(${element})`;

/** An expression for elements that reach beyond the width of the screen, where the page itself can be scrolled sideways. */
export const TOO_WIDE = `(() => {
  const width = document.documentElement.clientWidth;
  if (document.scrollingElement.scrollWidth <= width) return [];
  return [...document.querySelectorAll("body *")]
    .filter((element) => element.checkVisibility() && element.getBoundingClientRect().right > width + 1)
    .map((element) => element.outerHTML.slice(0, 120));
})()`;
