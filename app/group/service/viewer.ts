import type { UserId } from '#app/kernel/id.ts'
import type { ViewerRef } from '#app/platform/rows/viewer-ref.server.ts'

export type { ViewerRef }

/** The user making the request, who may be shown their own places. */
export type Viewer = { id: UserId }

/**
 * The user of a page whose session is still being read. `viewer` is for queries in the same round
 * trip; `user` is for code that needs the user's id, and fails if nobody is logged in.
 */
export type PendingViewer = { viewer: ViewerRef; user: Promise<Viewer> }

export const pendingViewerOf = (who: Viewer | PendingViewer): PendingViewer =>
  'user' in who ? who : { viewer: who, user: Promise.resolve(who) }
