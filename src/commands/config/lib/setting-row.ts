/** A setting, the place its value comes from, and the places that this one overrides. */
export interface SettingRow {
  setting: string;
  value: unknown;
  source: string;
  from: string;
  shadows: string[];
}
