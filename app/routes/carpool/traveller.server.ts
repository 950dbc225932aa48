import type { ParticipantId } from '#app/domain/id.ts'
import { luggageValues } from '#app/http/party-values.server.ts'
import type { User } from '#app/services/accounts/sessions.server.ts'
import type { AppContext } from '#app/services/context.server.ts'
import type { CarpoolRecord } from '#app/services/groups/carpools.server.ts'
import type { Viewer } from '#app/services/groups/viewer.ts'
import type { Terms } from '#app/ui/carpool/terms-part.tsx'

/**
 * All of the viewer's own records, the last one, and the one named by `from` (a payment given up)
 * or null, to fill in a form from.
 */
export async function readOwnRecords(context: AppContext, user: Viewer, from: string | null) {
  const [cancelled, records] = await Promise.all([
    from ? context.carpools.record(user, from as ParticipantId) : null,
    context.carpools.records(user),
  ])
  return { cancelled, records, last: records[0] ?? null }
}

/** What stays the same from trip to trip, so that it need not be entered again. */
export const habits = (last: CarpoolRecord | null) => ({
  nLocation: last?.party.nLocation ?? '',
  ...luggageValues(last?.party ?? { bigLuggage: 1, smallLuggage: 1, bag: 1 }),
})

/** The terms that a deposit agrees to, and whether this version has been agreed to before. */
export async function readTerms(context: AppContext, user: User): Promise<Terms> {
  const [version, descriptions] = await Promise.all([
    context.catalog.termsVersion('carpool'),
    context.catalog.serviceDescriptions('carpool', context.language),
  ])
  return { version, descriptions, agreed: user.termsVersion === version }
}

const VERSION = /^[\da-f]{16}$/

/** Notes the agreement that a form carries; one that showed no terms carries none. */
export async function noteAgreement(context: AppContext, user: User, form: FormData) {
  const version = String(form.get('termsVersion') ?? '')
  if (VERSION.test(version)) await context.accounts.agreeToTerms(user.id, version)
}
