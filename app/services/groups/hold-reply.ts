import type { Place } from '#app/domain/group/state.ts'
import { DEPOSIT_PENCE } from '#app/domain/limits.ts'
import { isoTime } from '#app/domain/time.ts'

/**
 * What the API answers a joiner whose seat is held. The group's object makes it too, to keep it
 * under the caller's key (docs/api.md#repeated-calls).
 */
export const holdReplyOf = ({
  id,
  holdExpiresAt,
  inFull,
}: Pick<Place, 'id' | 'holdExpiresAt' | 'inFull'>) => ({
  ok: true as const,
  value: {
    status: 201 as const,
    body: {
      participantId: id,
      amount: inFull ?? DEPOSIT_PENCE,
      currency: 'gbp' as const,
      holdExpiresAt: isoTime(holdExpiresAt),
    },
  },
})
