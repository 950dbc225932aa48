import { SHARING_VERSION } from '#app/group/rules/consent.ts'
import { useT } from '#app/i18n/context.tsx'

/** The consent given by sending the form; never folded, even if the student agreed before. */
export function SharingLine() {
  const t = useT()
  return (
    <p className="text-14">
      <input type="hidden" name="sharing" value={SHARING_VERSION} />
      <span>{t('carpool:sharing')}</span>
    </p>
  )
}
