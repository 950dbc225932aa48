import { recordAgreement } from '#app/account/service/accounts.server.ts'
import type { User } from '#app/account/service/sessions.server.ts'
import type { Terms } from '#app/carpool/ui/terms-part.tsx'
import { readDescriptions, readTermsVersion } from '#app/catalog/service/catalog.server.ts'
import type { ViewerRef } from '#app/group/service/viewer.ts'
import type { AppContext } from '#app/server/context.server.ts'

/** What has terms of its own; each is agreed to by itself. */
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

/** Notes the agreement that a form carries; one that showed no terms carries none. */
export async function noteAgreement(
  context: AppContext,
  viewer: ViewerRef,
  service: Service,
  form: FormData,
) {
  const version = String(form.get('termsVersion') ?? '')
  if (VERSION.test(version)) await recordAgreement(context, viewer, service, version)
}
