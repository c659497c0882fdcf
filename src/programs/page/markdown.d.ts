/** A document is bundled as its text. */
declare module "*.md" {
  const text: string;
  // biome-ignore lint/style/noDefaultExport: that is how the bundler gives a text
  export default text;
}
