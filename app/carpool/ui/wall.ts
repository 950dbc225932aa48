/** London wall time of a date field, `YYYY-MM-DDTHH:mm`. */
const WALL = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/

/**
 * The instant of a London wall time, for display while a form is filled in; null for an incomplete
 * time. `toWall` converts an instant to London wall time. Only the server's reading is binding
 * (app/kernel/time.ts); this one needs no time zone library in the browser.
 */
export function instantOfWall(
  wall: string | undefined,
  toWall: (at: number) => string,
): number | null {
  if (!wall || !WALL.test(wall)) return null
  const asUtc = Date.parse(`${wall}Z`)
  if (Number.isNaN(asUtc)) return null
  const summer = asUtc - (Date.parse(`${toWall(asUtc)}Z`) - asUtc)
  return toWall(summer) === wall ? summer : asUtc
}
