import { useT } from '#app/i18n/context.tsx'
import { LinkButton } from '#app/ui/button.tsx'
import { cx } from '#app/ui/cx.ts'
import { Icon } from '#app/ui/icon.tsx'
import { toneText } from '#app/ui/tone.ts'
import type { Next } from './next.ts'

type NowProps = {
  next: Pick<Next, 'tone' | 'icon' | 'name' | 'text' | 'button'>
  /** What and when it is about, for those who hear a button out of its context. */
  about?: { route: string; time: string }
  wide?: boolean
}

/** What the state is called, one sentence about what is next, and the one button for it. */
export function Now({ next, about, wide }: NowProps) {
  const t = useT()
  const { tone, icon, name, text, button } = next
  return (
    <div role={wide ? 'status' : undefined} className="flex flex-col gap-2">
      <p className={cx('flex items-center gap-2 font-semibold', toneText[tone])}>
        <Icon of={icon} size={18} />
        {name}
      </p>
      <p className={wide ? undefined : 'text-14'}>{text}</p>
      {button && (
        <div className="flex">
          <LinkButton
            to={button.to}
            reloadDocument={button.document}
            variant={button.quiet ? 'secondary' : 'primary'}
            wide={wide}
            aria-label={
              about && t('account:record.action.about', { action: button.label, ...about })
            }
            // Above the link to the record, which is as large as its ticket in a list.
            className="relative"
          >
            {button.label}
          </LinkButton>
        </div>
      )}
    </div>
  )
}
