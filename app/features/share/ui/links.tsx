import { useHref } from '@remix-run/react'
import { useLanguage, useT } from '#app/i18n/context.tsx'
import { LINK_LANGUAGE } from '#app/i18n/languages.ts'
import { buttonClass, LinkButton } from '#app/web/ui/button.tsx'
import { CalendarPlus, Icon, Share2 } from '#app/web/ui/icon.tsx'

type Kind = 'carpool' | 'trip'

/**
 * `id`: the group's. `about`: the group's name, for screen readers that announce links out of
 * context.
 */
type ShareLinkProps = { kind: Kind; id: string; about: string }

/** Links to a group's page that can be sent to others. */
export function ShareLink({ kind, id, about }: ShareLinkProps) {
  const t = useT()
  const language = useLanguage()
  return (
    <LinkButton
      to={`/share/${kind}/${id}?${LINK_LANGUAGE}=${language}`}
      variant="secondary"
      small
      icon={Share2}
      aria-label={t('share:linkAbout', { what: about })}
    >
      {t('share:link')}
    </LinkButton>
  )
}

/**
 * `gone`: the place or its group no longer exists, so the file removes the appointment. `about`:
 * the place's name, where there are several.
 */
type CalendarLinkProps = { kind: Kind; participantId: string; gone?: boolean; about?: string }

/**
 * Links to the calendar file of the viewer's own place and to Google's calendar, which can only
 * add. In WeChat the file's address leads to instructions.
 */
export function CalendarLink({ kind, participantId, gone = false, about }: CalendarLinkProps) {
  const t = useT()
  const href = useHref(`/calendar/${kind}/${participantId}`)
  const links = gone
    ? [{ to: href, action: t('share:calendar.remove') }]
    : [
        { to: href, action: t('share:calendar.add') },
        { to: `${href}/google`, action: t('share:calendar.google') },
      ]
  return links.map(({ to, action }) => (
    <a
      key={to}
      href={to}
      className={buttonClass({ variant: 'secondary', small: true })}
      aria-label={about && t('share:calendar.about', { action, what: about })}
    >
      <Icon of={CalendarPlus} />
      <span>{action}</span>
    </a>
  ))
}
