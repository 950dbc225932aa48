import type { AppContext } from '#app/services/context.server.ts'
import type { Looking } from '#app/services/groups/viewer.ts'

/** Who asks for a place in which group. */
export type Joining = { context: AppContext; looking: Looking; id: string }
