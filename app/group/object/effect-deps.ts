import type { AnyCommand } from '#app/group/rules/extensions.ts'
import type { Group } from '#app/group/rules/state.ts'
import type { Result } from '#app/kernel/result.ts'
import type { Clock } from '#app/kernel/time.ts'
import type { Payments } from '#app/payments/service/payments.server.ts'
import type { Db } from '#db/db.ts'
import type { OutboxKind } from './kind.ts'

/** What an effect needs of its group's object. */
export type EffectDeps = {
  /** The group as it is at this moment; it may change at every await. */
  load(): Group | null
  payments(): Payments
  /** Sends a command to this group itself. */
  send(command: AnyCommand): Result<Group>
  kind: Pick<OutboxKind, 'intentFor' | 'runOwnEffect' | 'pointsParams'>
  db(): Db
  clock: Clock
}
