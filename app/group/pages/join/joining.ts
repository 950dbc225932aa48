import type { AppContext } from '#app/services/context.server.ts'
import type { Looking } from '#app/services/groups/viewer.ts'

/** A viewer and the group they want to join. */
export type Joining = { context: AppContext; looking: Looking; id: string }
