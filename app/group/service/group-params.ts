import type { GroupParams } from '#app/notices/rules/notice.ts'
import type { groups } from '#db/schema.ts'

type Named = { groupId: string } & Pick<
  typeof groups.$inferSelect,
  'kind' | 'departureAt' | 'tripName'
>

/** How a notice names a group of the read model; `noticeParams` of the rules is for its state. */
export const groupParams = ({ kind, groupId, departureAt, tripName }: Named): GroupParams =>
  kind === 'trip'
    ? { tripId: groupId, tripName: tripName ?? '', tripStartAt: departureAt }
    : { carpoolId: groupId, carpoolAt: departureAt }
