import { useT } from '#app/i18n/context.tsx'
import { Button } from './button.tsx'
import { Check, Copy, Icon } from './icon.tsx'

/**
 * Copies a text (app/web/page-script). Shown only where scripts run and copying is possible; the
 * text itself is beside it.
 */
export function CopyButton({ text }: { text: string }) {
  const t = useT()
  return (
    <Button variant="secondary" small data-copy={text}>
      <span aria-live="polite">
        <span className="to-copy">
          <Icon of={Copy} />
          <span>{t('common:action.copy')}</span>
        </span>
        <span className="copied">
          <Icon of={Check} />
          <span>{t('common:action.copied')}</span>
        </span>
      </span>
    </Button>
  )
}
