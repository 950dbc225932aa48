import { useT } from '#app/i18n/context.tsx'
import { CARD_NETWORKS, METHODS_NOT_TAKEN } from '#app/payments/rules/payment.ts'
import { Banner } from '#app/web/ui/banner.tsx'
import { LinkButton } from '#app/web/ui/button.tsx'
import { cx } from '#app/web/ui/cx.ts'
import { typingKey } from './card-error.ts'
import type { Card } from './use-card.ts'

/** `kept`: what is not lost during an error, as part of a sentence. */
type CardFieldProps = { card: Card; busy: boolean; kept: string }

/** The provider's card field with our own label, hint and state around it. */
export function CardField({ card, busy, kept }: CardFieldProps) {
  const t = useT()
  if (card.state === 'failed') return <NotOpen kept={kept} role="alert" />
  const status = () => {
    if (busy) return t('pay:card.processing')
    if (card.state === 'loading') return t('pay:card.loading')
    if (card.problem) return t(typingKey(card.problem))
    return card.complete ? t('pay:card.ready') : t('pay:card.incomplete')
  }
  const methods = METHODS_NOT_TAKEN.map((method) => t(`pay:method.${method}`))
  return (
    // Without scripts there is no card field; the note above says so.
    <section aria-labelledby="card-label" className="flex flex-col gap-1 noscript:hidden">
      <div className="flex items-baseline justify-between gap-3">
        <h3 id="card-label" className="text-16">
          {t('pay:card.label')}
        </h3>
        <p className="text-14 text-muted">{CARD_NETWORKS.join(' · ')}</p>
      </div>
      {card.state === 'loading' && (
        // The page's own scripts may never arrive, so CSS alone shows this.
        <div className="shown-late">
          <NotOpen kept={kept} />
        </div>
      )}
      <div
        ref={card.box}
        // Reserves the height of the provider's frame, so that no button moves when it arrives.
        className="min-h-12 rounded-md border border-edge bg-surface px-3 py-3"
        data-testid="card-box"
      />
      <p role="status" className={cx('text-14', card.problem ? 'text-danger' : 'text-muted')}>
        {status()}
      </p>
      <p className="text-13 text-muted">
        {t('pay:card.hint', { methods: methods.join(t('pay:method.and')) })}
      </p>
    </section>
  )
}

/** The advice if the field has not opened. */
function NotOpen({ kept, role }: { kept: string; role?: 'alert' }) {
  const t = useT()
  return (
    <Banner
      tone="warn"
      role={role}
      title={t('pay:loadFailed.title')}
      action={
        <LinkButton to="" small variant="secondary">
          {t('pay:loadFailed.action')}
        </LinkButton>
      }
    >
      {t('pay:loadFailed.text', { kept })}
    </Banner>
  )
}
