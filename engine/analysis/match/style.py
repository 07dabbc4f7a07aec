"""The style sheet of the page."""

STYLE = """
:root{--paper:#fbf8f2;--ink:#2b2622;--faint:#7b6f63;--line:#e0d6c6;--soft:#f3ecdf;
--error:#b26a12;--blunder:#b3261e;--link:#1f6f8b}
@media (prefers-color-scheme:dark){:root{--paper:#211d1a;--ink:#eee6da;--faint:#a99d8f;
--line:#43392f;--soft:#2b2521;--error:#e3a354;--blunder:#ff8a80;--link:#78bed6}}
*{box-sizing:border-box}
html{scroll-behavior:smooth}
body{margin:0 auto;max-width:1060px;padding:1.5rem 1rem 4rem;background:var(--paper);
color:var(--ink);font:16px/1.5 system-ui,'DejaVu Sans',sans-serif}
h1{font-size:1.7rem;line-height:1.25;margin:.2em 0}
h2{font-size:1.25rem;margin:2.2em 0 .6em;border-bottom:2px solid var(--line);padding-bottom:.2em}
h3{font-size:1.05rem;margin:1.8em 0 .5em}
a{color:var(--link);text-decoration:none}
a:hover{text-decoration:underline}
.faint{color:var(--faint)}
table{border-collapse:collapse;width:100%;font-variant-numeric:tabular-nums}
th,td{padding:.25rem .6rem;text-align:left;border-bottom:1px solid var(--line);vertical-align:top}
th.n,td.n{text-align:right;white-space:nowrap}
tr.head th{padding-top:1rem;color:var(--faint);font-weight:600}
tr:target,article:target{background:var(--soft);outline:2px solid var(--link)}
.moves td{border-bottom:1px solid var(--line)}
.error{color:var(--error)}
.blunder{color:var(--blunder);font-weight:600}
.strip{line-height:2}
.strip a{display:inline-block;min-width:2rem;text-align:center;margin:1px;border-radius:4px;
background:var(--soft);font-size:.85rem}
.strip a.error{outline:1px solid var(--error)}
.strip a.blunder{outline:2px solid var(--blunder)}
article{display:grid;grid-template-columns:minmax(280px,1fr) minmax(260px,1fr);gap:1.2rem;
padding:1rem;margin:1rem 0;border:1px solid var(--line);border-radius:10px}
@media (max-width:760px){article{grid-template-columns:1fr}}
article svg,figure svg{width:100%;height:auto;display:block;border-radius:8px}
article h3{margin:0 0 .4em}
figure{margin:0 0 1rem}
figcaption{color:var(--faint);font-size:.9rem}
.made td{font-weight:600}
code{font-size:.78rem;color:var(--faint);overflow-wrap:anywhere}
.scroll{overflow-x:auto}
@media print{article{break-inside:avoid}}
""".strip()
