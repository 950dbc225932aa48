import { ridesPath } from '#app/carpool/ui/paths.ts'
import { useT } from '#app/i18n/context.tsx'
import type { ErrorCode } from '#app/kernel/error.ts'
import type { Failure } from '#app/kernel/result.ts'
import { Banner } from '#app/web/ui/banner.tsx'
import { LinkButton } from '#app/web/ui/button.tsx'
import type { FormResult } from '#app/web/ui/form-state.ts'
import { ContactLine } from './contact-line.tsx'

type Ways = {
  kind: 'carpool' | 'trip'
  /** The name of customer service's account. */
  contact: string
  /** The list below the dialog. */
  listTo: string
  /** The waitlist's page; null: there is none. */
  waitTo?: string | null
}
type RefusalProps = Ways & {
  code: ErrorCode
  params?: Failure['params']
  text: string
  /**
   * The response that reports the refusal; without one, nothing was tried and this is the current
   * state.
   */
  about?: FormResult
}

const NEEDS_HELP = ['cutoffPassed', 'operationExpired', 'invalidPaymentAmount']
const LOOK_ELSEWHERE = ['carpoolFull', 'notOpen', 'invalidCarpool', 'notFound', 'cutoffPassed']
const OTHERS = { carpool: 'carpool:refused.other', trip: 'trip:closed.other' } as const

/** Why a form was refused as a whole. It still holds what was typed. */
export function RefusedForm({ result, ...ways }: Ways & { result: FormResult | undefined }) {
  const text = result?.errors['']?.join(' ')
  return (
    result?.failure && text && <Refusal {...ways} {...result.failure} text={text} about={result} />
  )
}

/** Why nothing was done or can be done, and the alternatives. */
export function Refusal(props: RefusalProps) {
  const { kind, code, params, text, contact, listTo, waitTo, about } = props
  const t = useT()
  const links = (
    <>
      {code === 'carpoolFull' && waitTo && (
        <LinkButton small to={waitTo}>
          {t('carpool:wait.submit')}
        </LinkButton>
      )}
      {LOOK_ELSEWHERE.includes(code) && (
        <LinkButton small variant="secondary" to={listTo}>
          {t(OTHERS[kind])}
        </LinkButton>
      )}
      {code === 'alreadyJoined' && (
        <LinkButton small variant="secondary" to={ridesPath}>
          {t('carpool:refused.myRecords')}
        </LinkButton>
      )}
      {code === 'rateLimited' && params?.context === 'open' && (
        <LinkButton small variant="secondary" to={ridesPath}>
          {t('trip:held.pay')}
        </LinkButton>
      )}
    </>
  )
  return (
    <Banner
      tone={about ? 'danger' : 'warn'}
      role={about && 'alert'}
      title={about && t('carpool:refused.title')}
      action={links}
    >
      <p>{text}</p>
      {NEEDS_HELP.includes(code) && <ContactLine name={contact} />}
    </Banner>
  )
}
