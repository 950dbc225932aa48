/**
 * The style of the docs page: the product's colours and fonts, in the one style element that its
 * policy allows.
 */
export const docsStyle = `
:root { color-scheme: light dark; --ground: #fafaf7; --surface: #fff; --ink: #1c2421; --muted: #56625d; --line: #dde3df; --brand: #0b6b4f; }
@media (prefers-color-scheme: dark) { :root { --ground: #101513; --surface: #19201d; --ink: #ecf1ee; --muted: #a3b0aa; --line: #2e3833; --brand: #5ccba4; } }
body { margin: 0 auto; max-width: 1080px; padding: 16px; background: var(--ground); color: var(--ink); font: 16px/1.6 system-ui, "PingFang SC", "Hiragino Sans GB", "Noto Sans SC", "Microsoft YaHei", sans-serif; overflow-wrap: anywhere; }
h1 { font-size: 28px; } h2 { font-size: 22px; margin-top: 32px; } h3 { font-size: 18px; margin: 0; } h4 { font-size: 14px; margin: 16px 0 4px; color: var(--muted); }
a { color: var(--brand); } a:focus-visible, pre:focus-visible { outline: 3px solid var(--brand); outline-offset: 2px; }
summary { cursor: pointer; color: var(--muted); font-size: 14px; padding: 10px 0; }
nav ul { list-style: none; padding: 0; } nav a { display: block; padding: 8px 0; }
article { background: var(--surface); border: 1px solid var(--line); border-radius: 12px; padding: 16px; margin: 12px 0; }
.note { color: var(--muted); font-size: 14px; } .wide, pre { overflow-x: auto; }
pre { border: 1px solid var(--line); border-radius: 8px; padding: 12px; font-size: 13px; line-height: 1.4; max-height: 360px; overflow-wrap: normal; }
table { border-collapse: collapse; width: 100%; font-size: 14px; } th, td { text-align: left; padding: 8px; border-bottom: 1px solid var(--line); }
`
