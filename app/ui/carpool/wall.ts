/** London wall time of a date field, `YYYY-MM-DDTHH:mm`. */
const WALL = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/

/**
 * The instant that a London wall time means, for showing while a form is filled in; null for half a
 * time. `toWall` says an instant in London. What counts is the server's reading
 * (app/domain/time.ts); this one carries no time zone library to the browser.
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
