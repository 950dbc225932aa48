import { useT } from '#app/i18n/context.tsx'
import { Banner } from '#app/ui/banner.tsx'
import { LinkButton } from '#app/ui/button.tsx'
import { OfflineNote } from '#app/ui/offline.tsx'
import type { FormAnswer } from './form-answer.ts'
import { tabPath } from './query.ts'

type FormNotesProps = {
  answer: FormAnswer | undefined
  /** What is wrong with the form as a whole. */
  errors: string[]
  lead?: string
}

/** Above a form: what it is for, or why it is shown again. */
export function FormNotes({ answer, errors, lead }: FormNotesProps) {
  const t = useT()
  const why = answer?.why
  return (
    <>
      {why === 'cancelled' || why === 'expired' ? (
        <Banner tone="info" role="status" title={t(`trip:form.${why}Title`)}>
          {t('trip:form.keptText')}
        </Banner>
      ) : (
        lead && <p className="text-muted">{lead}</p>
      )}
      <OfflineNote />
      {errors.map((text) => (
        <Banner
          key={text}
          tone="danger"
          role="alert"
          about={answer}
          title={t('trip:form.failed')}
          action={
            (why === 'unpaid' || answer?.refused) && (
              <LinkButton small variant="secondary" to={tabPath('start')}>
                {why === 'unpaid' ? t('trip:held.pay') : t('trip:closed.other')}
              </LinkButton>
            )
          }
        >
          {text}
        </Banner>
      ))}
    </>
  )
}
