import { useRouteLoaderData } from '@remix-run/react'
import { useT } from '#app/i18n/context.tsx'
import type { AdminScope } from '#app/kernel/admin.ts'
import { Button } from '#app/web/ui/button.tsx'
import { cx } from '#app/web/ui/cx.ts'
import { Form } from '#app/web/ui/form.tsx'
import { Link } from '#app/web/ui/link.tsx'
import { Id } from './kit.tsx'

/** Data of the console's frame, shared by all its pages. */
type Frame = { scopes: AdminScope[]; isLive: boolean }

const linkLook = 'inline-flex min-h-6 items-center text-brand underline'

type PaymentRefProps = {
  id: string
  /** Without the button, where another button handles the payment. */
  linksOnly?: boolean
  /** Whether it was charged and is kept, so that a part of it can be refunded. */
  isKept?: boolean
}

/**
 * A payment's id with a link to its page at Stripe; and, for administrators of payments, a link to
 * its page here and the button that reads it again. Never inside a form.
 */
export function PaymentRef({ id, linksOnly, isKept }: PaymentRefProps) {
  const t = useT()
  const frame = useRouteLoaderData<Frame>('console/pages/frame.route')
  const path = `/admin/payments/${id}`
  const mayCheck = frame?.scopes.includes('records')
  return (
    <span
      className={cx('flex flex-wrap items-center gap-x-3 text-13', !linksOnly && 'justify-end')}
    >
      {mayCheck ? (
        <Link to={path} className={linkLook}>
          <Id id={id} />
        </Link>
      ) : (
        <Id id={id} />
      )}
      <a href={stripePage(id, frame?.isLive ?? false)} rel="noreferrer" className={linkLook}>
        {t('admin:payment.inStripe')}
        <span className="for-ears"> {id}</span>
      </a>
      {mayCheck && isKept && (
        <Link to={`${path}/refund`} className={linkLook}>
          {t('admin:refundPart.open')}
          <span className="for-ears"> {id}</span>
        </Link>
      )}
      {mayCheck && !linksOnly && <CheckButton id={id} />}
    </span>
  )
}

/** Reads a payment at Stripe again. */
function CheckButton({ id }: { id: string }) {
  const t = useT()
  return (
    <Form method="post" action={`/admin/payments/${id}`}>
      <Button type="submit" variant="secondary" small>
        {t('admin:payment.check')}
        <span className="for-ears"> {id}</span>
      </Button>
    </Form>
  )
}

/** Stripe shows payments made with test keys under another URL. */
const stripePage = (id: string, isLive: boolean) =>
  `https://dashboard.stripe.com/${isLive ? '' : 'test/'}payments/${id}`
