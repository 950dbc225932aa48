/** `min` to `max` as the options of a select. */
export const countOptions = (min: number, max: number, label: (count: number) => string) =>
  Array.from({ length: Math.max(0, max - min + 1) }, (_, at) => ({
    value: String(min + at),
    label: label(min + at),
  }))
