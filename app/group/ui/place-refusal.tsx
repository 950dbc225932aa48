import { useT } from '#app/i18n/context.tsx'
import { Banner } from '#app/web/ui/banner.tsx'
import { LinkButton } from '#app/web/ui/button.tsx'
import { ContactLine } from './contact-line.tsx'

type PlaceRefusedProps = {
  /** The action that failed; without it, a general text says that it is not possible now. */
  title?: string
  text: string
  /** The name of customer service's account. */
  contact: string
  closeTo: string
}

/** Tells a student who came too late why nothing was done, and where to go from here. */
export function PlaceRefusal({ title, text, contact, closeTo }: PlaceRefusedProps) {
  const t = useT()
  return (
    <Banner
      tone="danger"
      role="alert"
      title={title ?? t('account:refused.title')}
      action={
        <LinkButton small variant="secondary" to={closeTo}>
          {t('account:refused.back')}
        </LinkButton>
      }
    >
      <p>{text}</p>
      <ContactLine name={contact} />
    </Banner>
  )
}
