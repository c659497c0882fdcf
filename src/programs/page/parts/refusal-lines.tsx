/** Why something could not be shown or done, in the gateway's lines. */
export const RefusalLines = ({ lines }: { readonly lines: readonly string[] }) =>
  lines.length === 0 ? null : (
    <div class="refusal" role="alert">
      <ul>
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </div>
  );
