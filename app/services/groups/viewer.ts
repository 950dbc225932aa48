import type { UserId } from '#app/domain/id.ts'

/** The user making the request, who may be shown their own places. */
export type Viewer = { id: UserId }

export type { ViewerRef } from '#db/queries/viewer-ref.ts'
