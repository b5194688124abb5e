/** A page that has every block of the format. */
export const EVERY_BLOCK = `First words with **strong**, *soft*, ~~gone~~ and \`code\`; {% badge text="New" type="success" /%} {% badge text="Old" type="warning" /%} {% badge text="Bad" type="error" /%} {% badge text="Main" type="primary" /%} {% badge text="Own" type="custom" /%} {% badge text="Info" /%} {% icon classes="fas fa-star" /%} {% key key="Ctrl" /%} {% glossary term="Vane" /%} %product% %unknown.name% [Mounting](mounting.md) [auto$](mounting.md#how).

## Callouts

{% callout title="Good to know" %}
Information with a [link](mounting.md) and \`code\`.
{% /callout %}

{% callout type="warning" %}
A warning.
{% /callout %}

{% callout type="success" title="Done" %}
- a list
- in it
{% /callout %}

{% callout type="error" %}
An error.
{% /callout %}

## Tabs and accordions

{% tabs %}
{% tab title="Roof" %}
On the **roof**.
{% /tab %}
{% tab title="Pole" %}
On a *pole*.
{% /tab %}
{% tab title="Tree" %}
In a tree.
{% /tab %}
{% /tabs %}

{% accordion-group %}
{% accordion title="Why?" %}
Because of the wind.
{% /accordion %}
{% accordion title="And rain?" open=true %}
That, too.
{% /accordion %}
{% /accordion-group %}

## Code

{% code showLineNumbers=true %}
\`\`\`python {% title="read.py" highlightLines="2-3" %}
import requests
def read(last: str) -> dict:
    return requests.get("/readings", {"last": last}).json()  # a rather long line that does not fit into the column and scrolls by itself, with the keyboard, too
print(read("1h")["wind"])
\`\`\`
\`\`\`javascript {% title="read.js" %}
const readings = await fetch('/readings?last=1h');
console.log(1.5, true, null, /x+/g, \`a\${readings}\`);
\`\`\`
{% /code %}

\`\`\`bash
curl -s http://lapwing.local/readings | jq '.[0]' # newest
\`\`\`

\`\`\`json
{ "wind": 3.5, "rain": null, "sensors": ["vane", "gauge"] }
\`\`\`

{% code-steps %}
\`\`\`yaml {% id="config" title="lapwing.yaml" %}
station:
  name: Roof
  sensors: [wind, rain]
\`\`\`
{% step title="Name it" codeId="config" highlightLines="2" %}
Any name will do.
{% /step %}
{% step title="Choose sensors" codeId="config" highlightLines="3" %}
Take what you have.
{% /step %}
{% /code-steps %}

## Pictures and films

{% image url="heights.png" width=300 %}
Where to put *what*
{% /image %}

An {% inline-image url="heights.png" width="20" /%} in a line, and ![a picture](heights.png).

{% video videoId="abc" /%}

{% video provider="raw" videoId="https://videos.example.com/a.mp4" /%}

{% github-code url="https://github.com/example/lapwing/blob/main/src/read.c#L10-L42" /%}

## Cards and lists

{% cards %}
{% card title="Put it up" text="On a roof" link="mounting.md" /%}
{% card title="Nowhere" text="A card without a link" /%}
{% card title="Out" text="Another site" link="https://example.com" /%}
{% /cards %}

{% index-list /%}

1. one
2. two
   - deep
   - deeper

> Said by somebody.

---

## Tables

| Sensor | Range | Good to |
| :---- | :----: | ----: |
| Wind | 0 to 60 m/s | 0.3 |
| Rain with a name that is long | 0 to 300 mm/h and more than fits | 0.2 |

{% table layout="auto" %}
{% row %}
{% cell header=true %}
Part
{% /cell %}
{% cell header=true %}
Height
{% /cell %}
{% /row %}
{% row %}
{% cell %}
Vane
{% /cell %}
{% cell %}
- high
- higher
{% /cell %}
{% /row %}
{% /table %}

{% synced id="power" /%}

{% conditional audience="partners" %}
Only for partners.
{% /conditional %}

{% html %}
<p onclick="alert(1)" style="color:red">Raw <b>HTML</b><script>document.title = 'run'</script></p>
{% /html %}

### A smaller heading

#### And one more
`;
