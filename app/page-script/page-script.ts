import { restoreLanguage } from '#app/i18n/browser.ts'
import { closeWhatIsOpen } from './closing.ts'
import { offerCopying } from './copying.ts'
import { keepScroll } from './scroll.ts'
import { keepTyped } from './typed.ts'

// The little that every page's own markup asks of scripts: on plain pages all there is (decision
// 0024), on the others beside React.
if (restoreLanguage()) location.reload()
keepScroll()
keepTyped()
offerCopying()
closeWhatIsOpen()
