import type { Viewer } from '#app/group/service/viewer.ts'
import { noticesWith } from '#tests/worker/world/people.ts'

type Listed = { status: string; currentPassengers: number }

/** A row of a list, abbreviated. */
export const listedStatus = ({ status, currentPassengers }: Listed) =>
  `${status} ${currentPassengers}`

/** How often a student was notified that one of their groups is cancelled. */
export const timesTold = async (viewer: Viewer): Promise<number> =>
  (await noticesWith(viewer, 'groupCancelled')).length
