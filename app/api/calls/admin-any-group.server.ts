import * as z from 'zod'
import { GROUP_STATUSES } from '#app/domain/group/state.ts'
import { isoTime } from '#app/domain/time.ts'
import { exampleId, textLike, timeOut } from '#app/schemas/common.server.ts'
import { sample } from '#app/schemas/sample.ts'
import type { GroupRow, NamedAbout } from '#app/services/admin/group-view.ts'
import type { AppContext } from '#app/services/context.server.ts'

/** What a list of both carpools and trips says of each. */
export const namedFields = {
  kind: z.enum(['carpool', 'trip']).meta({ examples: ['carpool'] }),
  id: textLike(exampleId('car'), exampleId('trip')),
  route: textLike(sample.route).meta({ description: 'Of a trip its name' }),
}
export const groupFields = {
  ...namedFields,
  departureTime: timeOut('2026-12-12T14:00:00Z'),
  status: z.enum(GROUP_STATUSES).meta({ examples: ['SUCCESS_PENDING_PAYMENT'] }),
  stuckSince: timeOut()
    .nullable()
    .meta({
      description: 'Since when a payment of it has been undecided for too long; null: none is',
      examples: [null],
    }),
}

type Spoken = Pick<AppContext, 't' | 'language'>

export const routeOut = (about: NamedAbout, { t, language }: Spoken): string =>
  about.kind === 'trip'
    ? about.tripName
    : t(`carpool:route.${about.tripType}`, { airport: about.airportName[language] })

export const groupOut = ({ about, id, at, status, stuckSinceAt }: GroupRow, spoken: Spoken) => ({
  kind: about.kind,
  id,
  route: routeOut(about, spoken),
  departureTime: isoTime(at),
  status,
  stuckSince: stuckSinceAt === null ? null : isoTime(stuckSinceAt),
})
