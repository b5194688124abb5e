/** HTML that sanitisers have been got past with. */
import * as fc from 'fast-check';

/** Elements that browsers and parsers read differently, half tags, disguised URLs; one a line. */
const PIECES = `
<p>
</p>
<b class="a">
</b>
<table>
<tr><td>
</table>
<ul><li>
<script>
</script>
<style>
</style>
<svg>
</svg>
<math>
<mtext>
<mglyph>
<malignmark>
<foreignObject>
<annotation-xml encoding="text/html">
<desc>
<title>
</title>
<noscript>
</noscript>
<textarea>
</textarea>
<select>
<option>
<xmp>
<plaintext>
<template>
<form action="
<input autofocus onfocus=x>
<iframe srcdoc="
<a href="
<a href='
<img src="
<img src=x onerror=x>
<a title="</style><img src=x onerror=x>">
<details open ontoggle=x>
<base href="//x">
<meta http-equiv=refresh>
<p style="x:y">
<!--
-->
--!>
<!-->
<![CDATA[
]]>
<?xml
<!doctype
</
<
>
">
'>
"
 onclick=x
/onclick=x
&lt;script&gt;
&#x6a;avascript:x
java&#10;script:x
javascript:x
data:text/html,x
text
\0
\``
  .trim()
  .split('\n');

export const hostileHtml: fc.Arbitrary<string> = fc
  .array(fc.constantFrom(...PIECES, '\n', ' '), { minLength: 1, maxLength: 12 })
  .map((pieces) => pieces.join(''));
