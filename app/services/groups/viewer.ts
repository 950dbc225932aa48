import type { UserId } from '#app/domain/id.ts'

/** The user who asks, whose own places may be shown. */
export type Viewer = { id: UserId }
