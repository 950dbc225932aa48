import type { PendingViewer } from '#app/group/service/viewer.ts'
import type { AppContext } from '#app/server/context.server.ts'

/** A viewer and the group they want to join. */
export type JoinRequest = { context: AppContext; pending: PendingViewer; id: string }
