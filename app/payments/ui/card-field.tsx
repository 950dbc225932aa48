import { useT } from '#app/i18n/context.tsx'
import { Banner } from '#app/web/ui/banner.tsx'
import { LinkButton } from '#app/web/ui/button.tsx'
import { cx } from '#app/web/ui/cx.ts'
import { typingKey } from './card-error.ts'
import type { Card } from './use-card.ts'

/** `kept`: what is not lost during an error, as part of a sentence. */
type CardFieldProps = { card: Card; busy: boolean; kept: string }

/** The provider's card field with its state below it. */
export function CardField({ card, busy, kept }: CardFieldProps) {
  const t = useT()
  if (card.state === 'failed') return <NotOpen kept={kept} role="alert" />
  const status = () => {
    if (busy) return t('pay:card.processing')
    if (card.state === 'loading') return t('pay:card.loading')
    if (card.problem) return t(typingKey(card.problem))
    return card.complete ? t('pay:card.ready') : t('pay:card.incomplete')
  }
  return (
    <>
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
      <p role="status" className={cx('mt-1 text-14', card.problem ? 'text-danger' : 'text-muted')}>
        {status()}
      </p>
    </>
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
