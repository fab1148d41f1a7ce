import { BASE_CSS } from '../http/page.ts';

/**
 * The styles of a customer's page, in the colour of the provider. Phone first: one column, two from 800 px on.
 * @param brand `#rrggbb`
 */
export function customerCss(brand: string | null): string {
  return brand ? `${CSS}:root{--brand:${brand};--on-brand:${isLight(brand) ? '#111' : '#fff'}}` : CSS;
}

/** Whether black is easier to read on a colour than white: its relative luminance by WCAG 2 is above 0.179. */
function isLight(color: string): boolean {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue > 0.179;
}

const CSS = `${BASE_CSS}
body{overflow-wrap:anywhere}
header,footer{padding:8px max(16px,calc(50% - 434px)) 28px}
header{padding-top:20px;padding-bottom:0;border-top:5px solid var(--brand)}
.brand{margin:0 0 12px;font-weight:700}
.brand img{display:block;max-width:200px;max-height:64px;width:auto;height:auto;background:#fff;border-radius:6px;margin-bottom:8px}
h2{margin:0;font-size:1.05rem}
h3{margin:0;font-size:1rem}
ul{margin:0;padding:0;list-style:none}
.quiet{color:var(--soft)}
small{font-size:.875rem}
main{max-width:900px;margin:0 auto;padding:16px 16px 8px;display:grid;gap:16px}
section{padding:18px;background:var(--card);border:1px solid var(--line);border-radius:12px;display:grid;gap:10px;align-content:start;min-width:0}
.balance .sum{font-size:2rem;line-height:1.2;font-weight:700;font-variant-numeric:tabular-nums}
.sum span{display:block}
.notice{padding:12px 16px;border-radius:12px;border:1px solid var(--bad);color:var(--bad);font-weight:600}
dl{margin:0;display:grid;gap:6px}
dl div{display:flex;flex-wrap:wrap;justify-content:space-between;gap:2px 16px}
dd{font-weight:600}
.cards{display:grid;gap:16px}
.cards li{display:grid;gap:4px}
.cards li+li{padding-top:14px;border-top:1px solid var(--line)}
.state{font-weight:600}
.paid,.PAID{color:var(--good)}
.overdue,.stopped,.OPEN{color:var(--bad)}
.VOID{color:var(--soft)}
progress{width:100%;height:10px;accent-color:var(--link)}
a{color:var(--link)}
.rows li{display:grid;grid-template-columns:1fr auto;gap:0 12px;padding:10px 0;border-top:1px solid var(--line)}
.rows li:first-child{border-top:0;padding-top:0}
.rows li>:nth-child(even){text-align:right}
.rows a{font-weight:600}
.amount{font-variant-numeric:tabular-nums}
.status{font-weight:600}
form,fieldset,.prompt{display:grid;gap:8px;min-width:0}
fieldset{margin:0;padding:0;border:0}
legend{padding:0 0 6px;font-weight:600}
.option{display:flex;gap:10px;align-items:baseline;padding:10px 12px;border:1px solid var(--line);border-radius:8px;font-weight:400}
.option:has(:checked){border-color:var(--link)}
.option small,form p small,.plain small{display:block}
.prompt{padding-top:8px}
button{min-height:46px}
summary{padding:8px 0;color:var(--link);font-weight:600;cursor:pointer}
.lines{white-space:pre-line}
.links,nav{display:flex;flex-wrap:wrap;gap:8px 20px}
.links a,nav a,nav span{padding:4px 0}
nav span{font-weight:600}
@media (min-width:800px){main{display:block;columns:2;column-gap:16px}section,.notice{margin-bottom:16px;break-inside:avoid}.notice{column-span:all}}
`;
