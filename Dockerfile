# The house: docker build -t osteria . && docker run -p 8000:8000 -v osteria:/data osteria
FROM python:3.13-slim AS build
WORKDIR /source
COPY . .
RUN pip wheel --no-cache-dir --wheel-dir /wheels ".[postgres,nats]"

FROM python:3.13-slim
RUN useradd --system --home-dir /data --create-home osteria
COPY --from=build /wheels /wheels
RUN pip install --no-cache-dir --no-index --find-links /wheels "osteria[postgres,nats]" && rm -rf /wheels
USER osteria
VOLUME /data
ENV OSTERIA_HOST=0.0.0.0 OSTERIA_PORT=8000 OSTERIA_DATA=/data
EXPOSE 8000
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s \
  CMD ["python", "-c", "import urllib.request as u; u.urlopen('http://127.0.0.1:8000/readyz', timeout=2)"]
STOPSIGNAL SIGTERM
CMD ["osteria", "serve"]
