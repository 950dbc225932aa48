import { createContext, useContext } from 'react'

/**
 * What the shell knows about the document. `nonce`: for its scripts, where the page is live (empty
 * elsewhere and in the browser). `requestId`: to quote. `live`: React runs the page in the browser
 * too. `refused`: it answers a form, and refuses it. `scripted`: a script asked for it, so scripts
 * run. `origin`: the product's own, for links that leave it. `formScript`: the address of what
 * forms and dialogs need; none where pages have no scripts.
 */
type PageContext = {
  nonce: string
  requestId: string
  live: boolean
  refused: boolean
  scripted: boolean
  origin: string
  formScript: string | null
}

const Context = createContext<PageContext>({
  nonce: '',
  requestId: '',
  live: false,
  refused: false,
  scripted: false,
  origin: globalThis.location?.origin ?? '',
  formScript: null,
})

export const PageProvider = Context.Provider
export const usePageContext = (): PageContext => useContext(Context)
/**
 * Whether what depends on a choice is drawn again when another is made (`data-preview`). Without
 * that, texts have to hold for every choice.
 */
export const useScripted = (): boolean => usePageContext().scripted
