import { type ComponentType, createContext, type ReactElement, useContext } from 'react'
import { I18nProvider, useLanguage, useT } from '#app/i18n/context.tsx'

/**
 * Returns an element's markup, drawn when nothing is kept for its component's key. The server's
 * entry provides it for pages that React does not hydrate.
 */
export type Keep = (component: object, key: string, element: ReactElement) => string

const KeepContext = createContext<Keep | null>(null)
export const KeepProvider = KeepContext.Provider

type KeptItemProps<Props> = { of: ComponentType<Props>; props: Props }

/**
 * An item of a list of cards. Drawing cards is most of the work of a list, and all students see the
 * same ones, so their markup is kept by language and props. The component may use texts and formats
 * but no other context: it is drawn outside of the page's.
 */
export function KeptItem<Props extends object>({ of: Component, props }: KeptItemProps<Props>) {
  const keep = useContext(KeepContext)
  const language = useLanguage()
  const t = useT()
  const item = <Component {...props} />
  if (!keep) return <li className="min-w-0">{item}</li>
  const __html = keep(
    Component,
    `${language} ${JSON.stringify(props)}`,
    <I18nProvider language={language} t={t}>
      {item}
    </I18nProvider>,
  )
  // biome-ignore lint/security/noDangerouslySetInnerHtml: React wrote it.
  return <li className="min-w-0" dangerouslySetInnerHTML={{ __html }} />
}
