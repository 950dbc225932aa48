import { Link } from '@remix-run/react'
import type { ErrorCode } from '#app/domain/error.ts'
import { useT } from '#app/i18n/context.tsx'
import { Banner } from '#app/ui/banner.tsx'
import { LinkButton } from '#app/ui/button.tsx'
import type { FormResult } from '#app/ui/use-form.ts'

type Ways = {
  /** The name of customer service's account. */
  contact: string
  /** The list below the dialog. */
  listTo: string
  /** Where seats can be waited for; null: nowhere. */
  waitTo?: string | null
}
type RefusalProps = Ways & {
  code: ErrorCode
  text: string
  /**
   * The answer that reports it; without one, nothing has been tried and this is the current state.
   */
  about?: FormResult
}

const NEEDS_HELP = ['cutoffPassed', 'operationExpired', 'invalidPaymentAmount']
const LOOK_ELSEWHERE = ['carpoolFull', 'notOpen', 'invalidCarpool', 'cutoffPassed']

/** Why a form was refused as a whole. It still holds what was typed. */
export function RefusedForm({ result, ...ways }: Ways & { result: FormResult | undefined }) {
  const text = result?.errors['']?.join(' ')
  return (
    result?.failure &&
    text && <Refusal code={result.failure.code} text={text} about={result} {...ways} />
  )
}

/** Why nothing was done, or nothing can be, and what can be done instead. */
export function Refusal({ code, text, contact, listTo, waitTo, about }: RefusalProps) {
  const t = useT()
  const links = (
    <>
      {code === 'carpoolFull' && waitTo && (
        <LinkButton small to={waitTo} reloadDocument>
          {t('carpool:wait.submit')}
        </LinkButton>
      )}
      {LOOK_ELSEWHERE.includes(code) && (
        <LinkButton small variant="secondary" to={listTo}>
          {t('carpool:refused.other')}
        </LinkButton>
      )}
      {code === 'alreadyJoined' && (
        <LinkButton small variant="secondary" to="/rides">
          {t('carpool:refused.myRecords')}
        </LinkButton>
      )}
    </>
  )
  return (
    <Banner
      tone={about ? 'danger' : 'warn'}
      role={about && 'alert'}
      about={about}
      title={about && t('carpool:refused.title')}
      action={links}
    >
      <p>{text}</p>
      {NEEDS_HELP.includes(code) && (
        <p>
          <span>{t('carpool:refused.contactText', { name: contact })}</span>{' '}
          <Link to="/#contact" className="underline">
            {t('carpool:refused.contact')}
          </Link>
        </p>
      )}
    </Banner>
  )
}
