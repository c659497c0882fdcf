import type { ComponentChildren } from "preact";
import { useRef, useState } from "preact/hooks";
import { IconButton } from "../../parts/controls.tsx";
import { Icon } from "../../parts/icon.tsx";
import { moved } from "./moved.ts";

interface Item {
  readonly id: string;
  readonly name: string;
}

interface OrderedListProps {
  readonly label: string;
  readonly items: readonly Item[];
  readonly onOrder: (ids: readonly string[]) => void;
  /** What can be done with an item. */
  readonly actions: (item: Item) => ComponentChildren;
}

/** A list whose items are moved by dragging, or one place at a time by buttons. */
export function OrderedList({ label, items, onOrder, actions }: OrderedListProps) {
  const list = useRef<HTMLOListElement>(null);
  const [dragged, setDragged] = useState<{ readonly id: string; readonly to: number } | undefined>(undefined);
  const [words, setWords] = useState("");
  const ids = items.map(({ id }) => id);
  const byId = new Map(items.map((item) => [item.id, item]));
  const shown = dragged ? moved(ids, ids.indexOf(dragged.id), dragged.to) : ids;
  const move = (from: number, to: number) => {
    if (from === to || to < 0 || to >= ids.length) return;
    setWords(`${items[from]?.name} is now number ${to + 1} of ${ids.length}.`);
    onOrder(moved(ids, from, to));
  };
  /** The place of the row that a pointer is over, as far as rows have about the same height. */
  const placeAt = (y: number): number => {
    const rows = [...(list.current?.children ?? [])].map((row) => row.getBoundingClientRect());
    const below = rows.findIndex(({ bottom }) => y < bottom);
    return below === -1 ? rows.length - 1 : below;
  };
  return (
    <>
      <ol ref={list} class="ordered" aria-label={label}>
        {shown.map((id, at) => {
          const item = byId.get(id);
          if (!item) return null;
          return (
            <li key={id} class="ordered-item" data-dragged={dragged?.id === id}>
              {ids.length > 1 && (
                <span
                  class="ordered-handle"
                  aria-hidden="true"
                  onPointerDown={(event) => {
                    event.preventDefault();
                    event.currentTarget.setPointerCapture(event.pointerId);
                    setDragged({ id, to: at });
                  }}
                  onPointerMove={({ clientY }) => dragged && setDragged({ id: dragged.id, to: placeAt(clientY) })}
                  onPointerUp={() => {
                    if (dragged) move(ids.indexOf(dragged.id), dragged.to);
                    setDragged(undefined);
                  }}
                  onPointerCancel={() => setDragged(undefined)}
                >
                  <Icon name="handle" />
                </span>
              )}
              <span class="ordered-name">{item.name}</span>
              {at > 0 && <IconButton label={`Move ${item.name} up`} icon="up" onPress={() => move(at, at - 1)} />}
              {at < ids.length - 1 && (
                <IconButton label={`Move ${item.name} down`} icon="down" onPress={() => move(at, at + 1)} />
              )}
              <span class="ordered-actions">{actions(item)}</span>
            </li>
          );
        })}
      </ol>
      <p class="only-read" role="status">
        {words}
      </p>
    </>
  );
}
