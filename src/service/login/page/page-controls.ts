import type { RawButton, RawField } from "../../../login-reader/raw-frame.ts";
import type { ReadFrame } from "./frames.ts";

/** Field of a frame that is within reach, and its place among the controls of that frame. */
export interface FieldPart {
  readonly frame: ReadFrame;
  readonly index: number;
  readonly raw: RawField;
}

/** Button of a frame that is within reach. */
export interface ButtonPart {
  readonly frame: ReadFrame;
  readonly index: number;
  readonly raw: RawButton;
}

/** Form, or adjacent fields without a form, with the buttons beside them. */
export interface FieldGroup {
  readonly frame: ReadFrame;
  /** Names, classes, label and action of the form. */
  readonly signs: string;
  readonly fields: FieldPart[];
  readonly buttons: ButtonPart[];
}

export interface PageControls {
  readonly groups: readonly FieldGroup[];
  /** Buttons that belong to no group. */
  readonly loose: readonly ButtonPart[];
}

/** Groups the controls of all frames; omits controls behind a dialog. */
export function pageControls(frames: readonly ReadFrame[]): PageControls {
  const all = frames.filter(({ behind }) => !behind).map(frameControls);
  return { groups: all.flatMap(({ groups }) => groups), loose: all.flatMap(({ loose }) => loose) };
}

function frameControls(frame: ReadFrame): { groups: FieldGroup[]; loose: ButtonPart[] } {
  const { raw } = frame;
  const groups = raw.groups.map(({ id, name, className, role, label, action }): FieldGroup => {
    const signs = [id, name, className, role, label, action].join(" ");
    return { frame, signs, fields: [], buttons: [] };
  });
  const loose: ButtonPart[] = [];
  raw.controls.forEach((control, index) => {
    if (control.behind) return;
    const group = groups[control.group];
    if (!control.field) (group?.buttons ?? loose).push({ frame, index, raw: control });
    else if (!control.readOnly || control.filled) group?.fields.push({ frame, index, raw: control });
  });
  // Fields without a form are grouped by the nearest button: a "show password" button beside one field must not
  // separate it from the others.
  raw.groups.forEach(({ form, inside }, at) => {
    const [inner, outer] = [groups[at], groups[inside]];
    if (!inner || !outer || form || raw.groups[inside]?.form || (hasPassword(inner) && hasPassword(outer))) return;
    outer.fields.push(...inner.fields.splice(0));
    outer.fields.sort((a, b) => a.index - b.index);
    outer.buttons.push(...inner.buttons.splice(0));
  });
  return { groups, loose };
}

function hasPassword({ fields }: FieldGroup): boolean {
  return fields.some(({ raw }) => raw.type === "password");
}
