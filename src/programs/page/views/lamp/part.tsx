import type { ComponentChildren } from "preact";

interface PartProps {
  readonly title: string;
  readonly value?: string;
  readonly action?: ComponentChildren;
  readonly children: ComponentChildren;
}

/** One of the things that the details of a lamp set, under its title. */
export const Part = ({ title, value, action, children }: PartProps) => (
  <section class="part">
    <header>
      <h3>{title}</h3>
      <span class="quiet">{value}</span>
      {action}
    </header>
    {children}
  </section>
);
