/** A small site of each tool, with most of its dialect. In code, safe from the formatter. */

/** Files by path. */
export type Files = Readonly<Record<string, string>>;

export const DOCUSAURUS: Files = {
  'docusaurus.config.ts': `import { themes as prismThemes } from 'prism-react-renderer';
import type { Config } from '@docusaurus/types';
const repository = 'https://github.com/example/engine';
const config: Config = {
  title: 'Engine',
  url: 'https://engine.example.com',
  baseUrl: '/manual/',
  presets: [['classic', { docs: { sidebarPath: './sidebars.ts', editUrl: repository }, blog: false, theme: { customCss: require.resolve('./x.css') } }]],
  themeConfig: { prism: { theme: prismThemes.github } },
};
export default config;
`,
  'sidebars.ts': `import type { SidebarsConfig } from '@docusaurus/plugin-content-docs';
const api = ['api/overview', 'api/errors'];
const sidebars: SidebarsConfig = {
  manual: [
    'intro',
    { type: 'category', label: 'Guide', link: { type: 'doc', id: 'guide/index' }, items: [{ type: 'doc', id: 'guide/start', label: 'Start here' }, { type: 'category', label: 'Deep', items: ['guide/deep'] }] },
    { type: 'category', label: 'API', items: [...api, { type: 'link', label: 'Source', href: repository() }] },
    { type: 'link', label: 'Home', href: 'https://example.com' },
  ],
} satisfies SidebarsConfig;
export default sidebars;
`,
  'docs/_shared.mdx': `Shared text with a [link](guide/deep.md).
`,
  'docs/intro.mdx': `---
title: "Engine: the \\"intro\\""
sidebar_label: Welcome
description: What the engine is.
slug: /
keywords: [engine, motor]
tags: [start]
---
import Tabs from '@theme/Tabs';
import TabItem from '@theme/TabItem';
import Shared from './_shared.mdx';
import logo from '@site/static/img/logo.png';
import { useState } from 'react';

# The engine

Text with <b>bold</b> and <kbd>Ctrl</kbd>, an [anchor](#a-name), [a file](./guide/start.md#first-steps), [no end](guide/start), [site](/manual/docs/api/errors), [abs](/docs/guide/), [blog](/blog/one) and https://example.com/auto.

<Shared />

:::tip[Use **this**]

Inside *the* tip.

- list
  :::note
  In a list.
  :::

:::

<Tabs groupId="os">
  <TabItem value="mac" label="macOS">

  \`\`\`bash title="install.sh" {1,3-4} showLineNumbers
  brew install engine
  \`\`\`

  </TabItem>
  <TabItem value="win" label="Windows">

  \`\`\`powershell
  winget install engine
  \`\`\`

  </TabItem>
</Tabs>

<Tabs>
<TabItem value="one" default>

First **tab**.

</TabItem>
<TabItem value="two">

Second tab with a list:

1. one
2. two

</TabItem>
</Tabs>

<details>
  <summary>More <code>here</code></summary>

  Hidden text.
</details>

## A heading {#a-name}

![Logo](/img/logo.png) <img src={logo} alt="Again" width="200" /> <img src={require('@site/static/img/logo.png').default} alt="Third" />

{/* a comment */}

The value is {useState(1)} and {'literal'}.

<Chart kind="bar" title="Sales per year" data={[1, 2]} />

| a | b |
| --- | --- |
| \`x|y\` | [api](api/errors.md) |

Text[^1] with a footnote.

[^1]: The footnote text.
`,
  'docs/lost.md': `# Lost

Not in the sidebar.
`,
  'docs/api/errors.md': `# Errors

## E 1

Oops. ![x](./missing.png)
`,
  'docs/api/overview.md': `# Overview

An overview.
`,
  'docs/guide/deep.md': `---
unlisted: true
---

Deep text. [err](../api/errors#e-1)
`,
  'docs/guide/index.md': `---
sidebar_position: 1
---
# Guide

All of it. See [start](start.md).
`,
  'docs/guide/start.md': `---
draft: true
---
# Start

## First steps

Begin. [up](../intro.mdx#the-engine) [deep](./deep)
`,
  'static/img/logo.png': `PNG`,
};

/** Versions and translations, which Docusaurus keeps in folders of their own. */
export const DOCUSAURUS_VERSIONS: Files = {
  'docusaurus.config.js': `module.exports = {
  title: 'Engine',
  url: 'https://engine.example.com',
  baseUrl: '/',
  i18n: { defaultLocale: 'en', locales: ['en', 'de'] },
  presets: [['classic', { docs: { sidebarPath: require.resolve('./sidebars.js') } }]],
};
`,
  'sidebars.js': `module.exports = { docs: ['intro', { type: 'category', label: 'Guide', items: ['guide/start', 'guide/stop'] }] };
`,
  'versions.json': `["2.0", "1.0"]
`,
  'docs/intro.md': `# Engine

What comes next. [Start](guide/start.md), [the old one](/docs/1.0/intro).
`,
  'docs/guide/start.md': `# Start

Press the button.

## First steps

One.
`,
  'docs/guide/stop.md': `# Stop

Let it go. [In German](/de/docs/next/intro)
`,
  'versioned_docs/version-2.0/intro.md': `# Engine

The second one. [Start](./guide/start.md#first-steps), [stop](/docs/guide/stop), [next](/docs/next/guide/stop).
`,
  'versioned_docs/version-2.0/guide/start.md': `# Start

Turn the key.

## First steps

One and two.
`,
  'versioned_docs/version-2.0/guide/stop.md': `# Stop

Turn it back.
`,
  'versioned_sidebars/version-2.0-sidebars.json': `{ "docs": ["intro", { "type": "category", "label": "Guide", "items": ["guide/start", "guide/stop"] }] }
`,
  'versioned_docs/version-1.0/intro.md': `# Engine

The first one.
`,
  'versioned_sidebars/version-1.0-sidebars.json': `{ "docs": [{ "type": "autogenerated", "dirName": "." }] }
`,
  'i18n/de/docusaurus-plugin-content-docs/current.json': `{
  "version.label": { "message": "Nächste" },
  "sidebar.docs.category.Guide": { "message": "Anleitung", "description": "The label" }
}
`,
  'i18n/de/docusaurus-plugin-content-docs/current/intro.md': `# Motor

Was kommt. [Los](guide/start.md#erste-schritte), [halt](guide/stop.md), [so](/docs/next/guide/start).
`,
  'i18n/de/docusaurus-plugin-content-docs/current/guide/start.md': `# Los

Knopf drücken. [Zurück](../intro.md)

## Erste Schritte

Eins.
`,
  'i18n/de/docusaurus-plugin-content-docs/version-2.0/intro.md': `# Motor

Der zweite. [Los](./guide/start.md)
`,
  'i18n/de/docusaurus-theme-classic/footer.json': `{}
`,
};

export const VITEPRESS: Files = {
  'config.md': `# Configuration

## Über uns

Text.
`,
  'index.md': `---
layout: home
hero:
  name: Press
  text: A site of pages
  tagline: Fast and small
  actions:
    - text: Begin
      link: /guide/start
features:
  - title: Simple
    details: It is simple
---
`,
  '.vitepress/config.ts': `import { defineConfig, type DefaultTheme } from 'vitepress';
export default defineConfig({
  title: 'Press',
  base: '/press/',
  srcExclude: ['parts/**'],
  themeConfig: { nav: nav(), sidebar: { '/guide/': { base: '/guide/', items: guide() }, '/': [{ text: 'Config', link: '/config' }] } },
});
function nav() { return [{ text: 'x', link: '/x' }]; }
function guide(): DefaultTheme.SidebarItem[] {
  return [{ text: 'Introduction', collapsed: false, items: [{ text: 'Start', link: 'start' }, { text: 'More', link: 'more', items: [{ text: 'Deep', link: 'deep' }] }] }];
}
`,
  'guide/deep.md': `# Deep

Deep text.
`,
  'guide/more.md': `# More

## A & B

More text.

## A & B
`,
  'guide/start.md': `# Start <Badge type="tip" text="v2" />

<script setup>
import X from './X.vue'
const a = 1
</script>

[[toc]]

::: tip
A tip without a title.
:::

::: warning Take care of {{ it }}
A warning.
:::

:::: details Click **me** {open}
::: danger STOP
Nested.
:::
::::

::: code-group

\`\`\`js{1} [config.js]
export default {}
\`\`\`

\`\`\`ts:line-numbers [config.ts]
const a: number = 1
\`\`\`

:::

> [!IMPORTANT] Read this
> An alert.

> [!NOTE]
> A note.

<!--@include: ../parts/part.md-->

<<< @/snippets/code.js{1}

<<< ../snippets/code.js#one [Part]

See [more](./more), [more](./more.md#a-b), [cfg](/config#über-uns), [html](/guide/more.html), [self](#heading-with-code) and [out](https://vitejs.dev).

## Heading with \`code\`

### Über uns

![pic](/pic.png) ![pic](../public/pic.png)

<Foo :bar="1">slot text</Foo>

<table>
<tr><th>A</th><th>B</th></tr>
<tr><td>1 <b>x</b></td><td>

- a list
- in a cell

</td></tr>
</table>
`,
  'parts/part.md': `---
title: no
---
Included text, [link](./more.md).
`,
  'public/pic.png': `PNG`,
  'snippets/code.js': `// #region one
const one = 1;
// #endregion one
const two = 2;
`,
};

export const MKDOCS: Files = {
  'mkdocs.yml': `site_name: Kit
site_url: https://kit.example.com/docs/
nav:
  - Home: index.md
  - Guide:
      - guide/index.md
      - Start: guide/start.md
      - Deep:
          - guide/deep.md
  - Elsewhere: https://example.com
markdown_extensions:
  - pymdownx.snippets:
      base_path: [snippets]
  - pymdownx.emoji:
      emoji_index: !!python/name:material.extensions.emoji.twemoji
`,
  'docs/index.md': `---
title: Kit home
hide:
  - navigation
---
# Kit

[TOC]

!!! note "A title"
    Text of the note.

    - with a list

        \`\`\`python title="a.py" hl_lines="2 3" linenums="1"
        print(1)
        \`\`\`

!!! danger

    No title.

!!! custom inline end "Own"
    Custom kind.

??? question "Folded?"
    Yes.

???+ tip
    Open.

=== "pip"

    \`\`\`bash
    pip install kit
    \`\`\`

=== "uv"

    \`\`\`bash
    uv add kit
    \`\`\`

=== "Text"

    Words in a tab.

--8<-- "part.md"

\`\`\`yaml
--8<-- "part.yaml"
\`\`\`

Press ++ctrl+alt+del++. A [button](guide/start.md){ .md-button .md-button--primary } and [anchor](guide/start.md#own-id), [url](guide/start/), [abs](/guide/deep/).

![Image](img/a b.png){ width="300" align=left }

1. One

    Still one.

    !!! tip "In a list"
        Inside.

2. Two

## Heading with attribute { #own-heading .cls }

See [own](#own-heading).

<div class="grid cards" markdown>

-   __Card__

    ---

    Card text.

</div>

$$
a_b = \\frac{1}{2}
$$

*[HTML]: Hyper Text
`,
  'docs/guide/deep.md': `# Deep

Deep. [start](start.md)
`,
  'docs/guide/index.md': `# Guide

Overview of the guide.
`,
  'docs/guide/start.md': `# Start

## Own { #own-id }

Back [home](../index.md). ![x](../img/a%20b.png)
`,
  'docs/img/a b.png': `PNG`,
  'snippets/part.md': `Snippet text.
`,
  'snippets/part.yaml': `a: 1
`,
};

export const GITBOOK: Files = {
  'README.md': `---
description: What this is
icon: house
---

# Welcome

{% hint style="warning" %}
**Careful** with this.
{% endhint %}

{% tabs %}
{% tab title="One" %}
Text of one.
{% endtab %}

{% tab title="Two" %}
\`\`\`js
two();
\`\`\`
{% endtab %}
{% endtabs %}

{% code title="index.js" overflow="wrap" lineNumbers="true" %}
\`\`\`javascript
let a = 1;
\`\`\`
{% endcode %}

{% content-ref url="guide/start.md" %}
[start.md](guide/start.md)
{% endcontent-ref %}

{% embed url="https://www.youtube.com/watch?v=dQw4w9WgXcQ" %}

{% file src=".gitbook/assets/file.pdf" %}
The manual
{% endfile %}

{% include ".gitbook/includes/part.md" %}

{% swagger method="get" path="/x" %}
{% swagger-description %}
Describes it.
{% endswagger-description %}
{% endswagger %}

{% stepper %}
{% step %}
### First
Do it.
{% endstep %}
{% endstepper %}

<figure><img src=".gitbook/assets/image (1).png" alt="Alt text"><figcaption><p>The caption</p></figcaption></figure>

<details>

<summary>Question?</summary>

Answer.

</details>

<table data-view="cards"><thead><tr><th></th><th data-hidden data-card-target data-type="content-ref"></th></tr></thead><tbody><tr><td><strong>Card</strong></td><td><a href="guide/">guide</a></td></tr></tbody></table>

<mark style="color:red;">Marked</mark> <a href="guide/start.md#own" class="button primary">Go</a>
`,
  'SUMMARY.md': `# Table of contents

* [Welcome](README.md)

## Use it

* [Guide](guide/README.md)
  * [Start](guide/start.md)
  * [Site](https://example.com)
* [Other](other.md)
`,
  'other.md': `# Other

Other text.
`,
  '.gitbook/assets/file.pdf': `PDF`,
  '.gitbook/assets/image (1).png': `PNG`,
  '.gitbook/includes/part.md': `Included words.
`,
  'guide/README.md': `# Guide

The guide. [w](../README.md)
`,
  'guide/start.md': `# Start

## Own words <a href="#own" id="own"></a>

Start text [x](../other.md)
`,
};

export const MINTLIFY: Files = {
  'api.mdx': `---
title: API
openapi: GET /x
---

## The end

Api text.
`,
  'docs.json': `{ "$schema": "https://mintlify.com/docs.json", "name": "Mint", "theme": "mint",
  "navigation": { "tabs": [ { "tab": "Guides", "groups": [ { "group": "Start", "pages": ["introduction", "guide/quick", { "group": "Inner", "pages": ["guide/inner"] }] } ] }, { "tab": "API", "groups": [ { "group": "API", "pages": ["api", "GET /users"] } ] } ], "global": { "anchors": [ { "anchor": "Blog", "href": "https://example.com/blog" } ] } } }
`,
  'introduction.mdx': `---
title: Introduction
description: "What it is"
sidebarTitle: Intro
icon: star
---
import Part from '/snippets/part.mdx'

<Note>One line **note**.</Note>

<Warning>
  A warning with a [link](/guide/quick).

  \`\`\`js
  indented();
  \`\`\`
</Warning>

<CardGroup cols={2}>
  <Card title="Quick" icon="bolt" href="/guide/quick">
    Begin quickly.
  </Card>
  <Card title="API" href="/api#the-end">
    All calls.
  </Card>
</CardGroup>

<Steps>
  <Step title="First step">
    Do this.
    <Tip>Inner tip.</Tip>
  </Step>
  <Step title="Second step">
    Then that.
  </Step>
</Steps>

<Tabs>
  <Tab title="One">
    Tab one text.
  </Tab>
  <Tab title="Two">
    \`\`\`py main.py
    print(2)
    \`\`\`
  </Tab>
</Tabs>

<CodeGroup>
\`\`\`bash npm
npm i mint
\`\`\`
\`\`\`bash yarn
yarn add mint
\`\`\`
</CodeGroup>

<AccordionGroup>
  <Accordion title="Why?" defaultOpen icon="x">
    Because.
  </Accordion>
  <Accordion title="How?">So.</Accordion>
</AccordionGroup>

<ParamField path="id" type="string" required>
  The identity.
</ParamField>

<Frame caption="A caption">
  <img src="/images/a.png" alt="Alt words" />
</Frame>

<Part />

<Snippet file="other.mdx" />

A <Tooltip tip="The tip text">word</Tooltip> and <Icon icon="flag" /> and {props.value}.

<Mystery title="Mystery title">
  Inside of mystery.
</Mystery>

<iframe src="https://www.youtube.com/embed/dQw4w9WgXcQ" title="Video title"></iframe>

<Update label="2024-10-12" description="v0.1.0">
  Changed things.
</Update>
`,
  'guide/inner.mdx': `---
title: Inner
---

Inner text. ![](../images/a.png)
`,
  'guide/quick.mdx': `---
title: Quick
---

## Go

Quick text. [i](../introduction)
`,
  'images/a.png': `PNG`,
  'snippets/other.mdx': `Other words.
`,
  'snippets/part.mdx': `Part words with [q](/guide/quick#go).
`,
};
