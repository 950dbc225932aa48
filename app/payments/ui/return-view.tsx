import { useFormat, useT } from '#app/i18n/context.tsx'
import type { RemoteMethod } from '#app/payments/rules/payment.ts'
import { AutoRefresh } from '#app/web/ui/auto-refresh.tsx'
import { Banner } from '#app/web/ui/banner.tsx'
import { buttonClass, LinkButton } from '#app/web/ui/button.tsx'
import { DialogRoute } from '#app/web/ui/dialog.tsx'
import { Hourglass } from '#app/web/ui/icon.tsx'

const LOOK_AGAIN_MS = 5000

/** asking: the bank has not answered us. In another app: its payer has to go on there. */
export type ReturnState = RemoteMethod | 'processing' | 'unpaid' | 'asking'

type ReturnViewProps = {
  /** The page of the charge, and the address of this page. */
  page: string
  again: string
  state: ReturnState
  amount: number
  /** Where Alipay goes on. */
  link: string | null
  /** The image of a code to scan. */
  code: string | null
  onPhone: boolean
}

/**
 * What became of a payment in another app, as long as it does not count: what to do, or what
 * happens next. It reads itself again until it leads to the page after the payment.
 */
export function ReturnView({ page, again, state, amount, link, code, onPhone }: ReturnViewProps) {
  const t = useT()
  const isOver = state === 'unpaid'
  return (
    <DialogRoute
      title={t('pay:return.title')}
      closeTo={page}
      footer={
        <LinkButton to={again} variant="secondary" wide>
          {t('pay:checking.check')}
        </LinkButton>
      }
    >
      <AutoRefresh everyMs={isOver ? null : LOOK_AGAIN_MS} follow className="flex flex-col gap-4">
        {code && <Code image={code} amount={amount} />}
        <Banner
          tone={isOver ? 'warn' : 'info'}
          icon={isOver ? undefined : Hourglass}
          role="status"
          title={t(`pay:return.${state}.title`)}
          action={
            state !== 'processing' &&
            state !== 'asking' && (
              <>
                {link && (
                  <a href={link} className={buttonClass()}>
                    {t('pay:return.alipay.open')}
                  </a>
                )}
                <LinkButton to={page} variant={isOver ? 'primary' : 'secondary'}>
                  {t(isOver ? 'pay:return.unpaid.again' : 'pay:return.other')}
                </LinkButton>
              </>
            )
          }
        >
          {t(code && onPhone ? 'pay:return.wechat_pay.phone' : `pay:return.${state}.text`)}
        </Banner>
      </AutoRefresh>
    </DialogRoute>
  )
}

/** A code with the sum that it charges, large enough for another phone's camera. */
function Code({ image, amount }: { image: string; amount: number }) {
  const t = useT()
  const format = useFormat()
  return (
    <figure className="flex flex-col items-center gap-2">
      <img src={image} alt={t('pay:return.wechat_pay.alt')} width={224} height={224} />
      <figcaption translate="no" className="figures font-bold text-22 text-brand">
        {format.money(amount)}
      </figcaption>
    </figure>
  )
}
