import { recordAgreement } from '#app/account/service/accounts.server.ts'
import type { User } from '#app/account/service/sessions.server.ts'
import type { Terms } from '#app/carpool/ui/terms-part.tsx'
import { readDescriptions, readTermsVersion } from '#app/catalog/service/catalog.server.ts'
import type { ViewerRef } from '#app/group/service/viewer.ts'
import type { AppContext } from '#app/server/context.server.ts'

/** The services with terms of their own; each is agreed to separately. */
type Service = Terms['service']

const agreedTo = ({ termsVersion, tripTermsVersion }: User): Record<Service, string | null> => ({
  carpool: termsVersion,
  trip: tripTermsVersion,
})

/** The terms that a deposit agrees to, and whether this version has been agreed to before. */
export async function readTerms(
  context: AppContext,
  user: User | Promise<User>,
  service: Service,
): Promise<Terms> {
  const [version, descriptions, reader] = await Promise.all([
    readTermsVersion(context, service),
    readDescriptions(context, service, context.language),
    user,
  ])
  return { service, version, descriptions, agreed: agreedTo(reader)[service] === version }
}

const VERSION = /^[\da-f]{16}$/

/** Records the agreement in a form; a form that showed no terms contains none. */
export async function noteAgreement(
  context: AppContext,
  viewer: ViewerRef,
  service: Service,
  form: FormData,
) {
  const version = String(form.get('termsVersion') ?? '')
  if (VERSION.test(version)) await recordAgreement(context, viewer, service, version)
}
